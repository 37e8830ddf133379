# Writes OUTPUT, a C++ file that holds every shader of SHADERS (a list of paths) as text, so that the program runs
# from any directory. Run as a script: cmake -DOUTPUT=... -DSHADERS=... -P EmbedShaders.cmake
set(entries)
foreach(shader ${SHADERS})
  file(READ ${shader} text)
  get_filename_component(name ${shader} NAME)
  string(APPEND entries "  if (file == \"${name}\") return R\"glsl(${text})glsl\";\n")
endforeach()
file(WRITE ${OUTPUT}
"#include \"render/shader_program.h\"

#include <stdexcept>
#include <string>

namespace raycloth {

std::string_view shader_source(std::string_view file) {
${entries}  throw std::logic_error(\"no shader \" + std::string(file));
}

}  // namespace raycloth
")
