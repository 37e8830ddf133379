# One source, two devices: every kernel file is compiled by the host compiler (namespace cpu) and, where a CUDA
# toolkit is found, once more by nvcc (namespace gpu), through a .cu for each folder that includes its files.

set(RAYCLOTH_HAS_CUDA OFF)
if(NOT RAYCLOTH_CUDA STREQUAL "OFF")
  find_program(RAYCLOTH_NVCC nvcc HINTS /usr/local/cuda/bin ENV CUDA_HOME PATH_SUFFIXES bin)
  if(RAYCLOTH_NVCC)
    set(CMAKE_CUDA_COMPILER ${RAYCLOTH_NVCC})
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE no_gpu OUTPUT_QUIET ERROR_QUIET)
      if(no_gpu)
        set(CMAKE_CUDA_ARCHITECTURES 75-virtual)   # PTX for Turing and later; the driver finishes it
      else()
        set(CMAKE_CUDA_ARCHITECTURES native)       # ready at once, and with all that this one can do
      endif()
    endif()
    enable_language(CUDA)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)   # CMake 3.25 does not know that nvcc 12 and later take it
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    find_package(CUDAToolkit REQUIRED)
    set(RAYCLOTH_HAS_CUDA ON)
    if(CMAKE_CUDA_RUNTIME_LIBRARY STREQUAL "Shared")
      set(RAYCLOTH_CUDART CUDA::cudart)
    else()
      set(RAYCLOTH_CUDART CUDA::cudart_static)
    endif()
  elseif(RAYCLOTH_CUDA STREQUAL "ON")
    message(FATAL_ERROR "RAYCLOTH_CUDA=ON, but no nvcc on PATH or in /usr/local/cuda/bin")
  endif()
endif()

find_package(Threads REQUIRED)

# Strict floating point (no contraction, no fast-math) and AVX2: see device/math.h.
# -mmove-max, -mstore-max: else GCC 12 copies a struct of eight lanes by halves, and waits when it reads the whole again.
# -Wno-restrict: GCC 12 sees overlaps in std::string that are not there (its bug 105651); -Wno-stringop-overflow,
# -Wno-array-bounds: likewise overflows, where headers are precompiled and so no longer the system's. nvcc's host pass
# has none and keeps both.
# -Wno-unused-function, -Wno-parentheses for nvcc: its host pass has kernels without bodies, so what they call looks
# unused, and declarations rewritten with parentheses of its own. The host compiler sees the same files as they are.
add_library(raycloth_options INTERFACE)
target_include_directories(raycloth_options INTERFACE ${CMAKE_SOURCE_DIR})
target_link_libraries(raycloth_options INTERFACE Threads::Threads)
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag("-mmove-max=256 -mstore-max=256" RAYCLOTH_HAS_MOVE_MAX)
target_compile_options(raycloth_options INTERFACE
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${RAYCLOTH_HAS_MOVE_MAX}>>:-mmove-max=256 -mstore-max=256>
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -fno-math-errno -fno-trapping-math -march=x86-64-v3 -Wall -Wextra -Wno-restrict
    -Wno-stringop-overflow -Wno-array-bounds>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false --extended-lambda --expt-relaxed-constexpr -diag-suppress=20012
    -Xcompiler=-ffp-contract=off,-march=x86-64-v3,-Wall,-Wextra,-Wno-restrict,-Wno-unused-function,-Wno-parentheses>)
if(RAYCLOTH_WERROR)
  target_compile_options(raycloth_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Werror>)
endif()
if(RAYCLOTH_HAS_CUDA)
  target_compile_definitions(raycloth_options INTERFACE RAYCLOTH_HAS_CUDA)
  target_include_directories(raycloth_options SYSTEM INTERFACE ${CUDAToolkit_INCLUDE_DIRS})
endif()

# Read once for each target, not once for each file: a third of what C++ takes in a cold build. Every file is to include
# what it needs all the same; CMAKE_DISABLE_PRECOMPILE_HEADERS=ON shows whether it does. -fpch-preprocess is for ccache.
target_precompile_headers(raycloth_options INTERFACE
  <algorithm> <array> <cmath> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span> <sstream> <string>
  <utility> <vector> <glm/glm.hpp>)
target_compile_options(raycloth_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)

# raycloth_by_folder(TARGET): its files are compiled a folder at a time, since headers are most of what each takes. Every
# file is to include what it needs all the same; RAYCLOTH_BY_FOLDER=OFF shows whether it does.
option(RAYCLOTH_BY_FOLDER "Compile the files of a folder at once" ON)
function(raycloth_by_folder target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RAYCLOTH_BY_FOLDER} UNITY_BUILD_MODE GROUP)
  get_target_property(files ${target} SOURCES)
  foreach(file ${files})
    get_filename_component(file ${file} ABSOLUTE)
    get_filename_component(folder ${file} DIRECTORY)
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# raycloth_kernels(NAME FILE.cpp ...): object libraries NAME_cpu and, with CUDA, NAME_gpu over the same files,
# gathered in the interface library NAME. nvcc takes them a folder at a time as well.
function(raycloth_kernels name)
  add_library(${name}_cpu OBJECT ${ARGN})
  target_link_libraries(${name}_cpu PUBLIC raycloth_options)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE raycloth_options ${name}_cpu)
  target_sources(${name} INTERFACE $<TARGET_OBJECTS:${name}_cpu>)
  if(RAYCLOTH_HAS_CUDA)
    set(folders)
    foreach(file ${ARGN})
      get_filename_component(folder ${file} DIRECTORY)
      string(MAKE_C_IDENTIFIER "${name}_${folder}" folder)
      list(APPEND folders ${folder})
      string(APPEND files_of_${folder} "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${file}\"\n")
    endforeach()
    list(REMOVE_DUPLICATES folders)
    set(generated)
    foreach(folder ${folders})
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/${folder}.cu)
      file(CONFIGURE OUTPUT ${unit} CONTENT "${files_of_${folder}}")
      list(APPEND generated ${unit})
    endforeach()
    add_library(${name}_gpu OBJECT ${generated})
    target_link_libraries(${name}_gpu PUBLIC raycloth_options ${RAYCLOTH_CUDART})
    target_link_libraries(${name} INTERFACE ${name}_gpu)
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:${name}_gpu>)
  endif()
endfunction()
