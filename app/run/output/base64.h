// Bytes as letters, for files of text.
#pragma once

#include <string>

namespace raycloth {

/// RFC 4648, with padding.
std::string base64(const std::string& bytes);

}  // namespace raycloth
