#include "sim/mesh/gltf/numbers.h"

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

/// The first of `count` elements, `stride` bytes apart and of `bytes` each, from `offset` on in a buffer view.
const unsigned char* elements_in(const tinygltf::Model& model, int view_index, size_t offset, size_t count,
                                 size_t stride, size_t bytes, const std::string& where) {
  check(view_index >= 0 && view_index < static_cast<int>(model.bufferViews.size()),
        where + ": found no such buffer view");
  const tinygltf::BufferView& view = model.bufferViews[view_index];
  check(!view.extensions.count("EXT_meshopt_compression") && view.buffer >= 0 &&
            view.buffer < static_cast<int>(model.buffers.size()),
        where + ": found a compressed buffer or none, expected plain numbers");
  const std::vector<unsigned char>& data = model.buffers[view.buffer].data;
  const size_t needed = count == 0 ? 0 : (count - 1) * stride + bytes;
  const bool there = count <= data.size() && view.byteOffset <= data.size() &&
                     view.byteLength <= data.size() - view.byteOffset && offset <= view.byteLength &&
                     needed <= view.byteLength - offset;
  check(there, where + ": found fewer bytes than " + std::to_string(count) + " elements need");
  return data.data() + view.byteOffset + offset;
}

size_t index_at(const unsigned char* place, int type) {
  if (type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE) return *place;
  return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? read<uint16_t>(place) : read<uint32_t>(place);
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
  components_ = tinygltf::GetNumComponentsInType(static_cast<uint32_t>(found.type));
  const int bytes = tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(found.componentType));
  check(components_ > 0 && bytes > 0, where + ": found an accessor of no known type");
  component_bytes_ = static_cast<size_t>(bytes);
  type_ = found.componentType;
  normalized_ = found.normalized;
  count_ = found.count;
  stride_ = element_bytes();
  if (found.bufferView >= 0) {
    if (found.bufferView < static_cast<int>(model.bufferViews.size())) {
      const int stride = found.ByteStride(model.bufferViews[found.bufferView]);
      check(stride > 0, where + ": found an accessor of no known type");
      stride_ = static_cast<size_t>(stride);
    }
    data_ = elements_in(model, found.bufferView, found.byteOffset, count_, stride_, element_bytes(), where);
  }
  if (data_ == nullptr || found.sparse.isSparse) put_sparse(model, found, where);
}

/// Specification, section 3.6.2.3.
void GltfNumbers::put_sparse(const tinygltf::Model& model, const tinygltf::Accessor& accessor,
                             const std::string& where) {
  constexpr size_t kMost = size_t{1} << 30;  // elements; nothing in the file bounds zeros
  check(count_ < kMost, where + ": found " + std::to_string(count_) + " elements, expected fewer");
  own_.resize(count_ * element_bytes());
  for (size_t i = 0; data_ != nullptr && i < count_; ++i)
    std::memcpy(&own_[i * element_bytes()], data_ + i * stride_, element_bytes());
  stride_ = element_bytes();
  data_ = own_.data();
  if (!accessor.sparse.isSparse) return;
  const auto& [places, values] = std::pair(accessor.sparse.indices, accessor.sparse.values);
  const int bytes = tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(places.componentType));
  check(accessor.sparse.count >= 0 && bytes > 0 && places.byteOffset >= 0 && values.byteOffset >= 0,
        where + ": found a sparse accessor of no known type");
  const auto count = static_cast<size_t>(accessor.sparse.count), step = static_cast<size_t>(bytes);
  const unsigned char* index = elements_in(model, places.bufferView, static_cast<size_t>(places.byteOffset), count,
                                           step, step, where + ", sparse indices");
  const unsigned char* value = elements_in(model, values.bufferView, static_cast<size_t>(values.byteOffset), count,
                                           stride_, stride_, where + ", sparse values");
  for (size_t i = 0; i < count; ++i) {
    const size_t at = index_at(index + i * step, places.componentType);
    check(at < count_, where + ", sparse index " + std::to_string(i) + ": found " + std::to_string(at) +
                           ", expected one of " + std::to_string(count_) + " elements");
    std::memcpy(&own_[at * stride_], value + i * stride_, stride_);
  }
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
