#include "sim/mesh/gltf_numbers.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "device/error.h"

namespace raycloth {
namespace {

template <class T>
T read(const unsigned char* place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

}  // namespace

template <class T>
double GltfNumbers::scaled(const unsigned char* place) const {
  const double value = read<T>(place);
  return normalized_ ? std::max(value / std::numeric_limits<T>::max(), -1.0) : value;
}

GltfNumbers::GltfNumbers(const tinygltf::Model& model, int accessor, const std::string& where) {
  check(accessor >= 0 && accessor < static_cast<int>(model.accessors.size()), where + ": found no such accessor");
  const tinygltf::Accessor& found = model.accessors[accessor];
  check(
      !found.sparse.isSparse && found.bufferView >= 0 && found.bufferView < static_cast<int>(model.bufferViews.size()),
      where + ": found an accessor that is sparse or without a buffer view, expected plain numbers");
  const tinygltf::BufferView& view = model.bufferViews[found.bufferView];
  check(!view.extensions.count("EXT_meshopt_compression") && view.buffer >= 0 &&
            view.buffer < static_cast<int>(model.buffers.size()),
        where + ": found a compressed buffer or none, expected plain numbers");
  components_ = tinygltf::GetNumComponentsInType(static_cast<uint32_t>(found.type));
  const int bytes = tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(found.componentType));
  const int stride = found.ByteStride(view);
  check(components_ > 0 && bytes > 0 && stride > 0, where + ": found an accessor of no known type");
  const std::vector<unsigned char>& data = model.buffers[view.buffer].data;
  const size_t needed = found.count == 0 ? 0 : (found.count - 1) * stride + static_cast<size_t>(components_ * bytes);
  const bool there = found.count <= data.size() && view.byteOffset <= data.size() &&
                     view.byteLength <= data.size() - view.byteOffset && found.byteOffset <= view.byteLength &&
                     needed <= view.byteLength - found.byteOffset;
  check(there, where + ": found fewer bytes than " + std::to_string(found.count) + " elements need");
  data_ = data.data() + view.byteOffset + found.byteOffset;
  stride_ = static_cast<size_t>(stride);
  component_bytes_ = static_cast<size_t>(bytes);
  type_ = found.componentType;
  normalized_ = found.normalized;
  count_ = found.count;
}

/// Specification, section 3.11: normalized whole numbers are parts of the largest.
double GltfNumbers::at(size_t element, int component) const {
  const unsigned char* place = data_ + element * stride_ + static_cast<size_t>(component) * component_bytes_;
  switch (type_) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return scaled<int8_t>(place);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return scaled<uint8_t>(place);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return scaled<int16_t>(place);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return scaled<uint16_t>(place);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return read<uint32_t>(place);
    case TINYGLTF_COMPONENT_TYPE_INT:
      return read<int32_t>(place);
    case TINYGLTF_COMPONENT_TYPE_DOUBLE:
      return read<double>(place);
  }
  return read<float>(place);
}

}  // namespace raycloth
