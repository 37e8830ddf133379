// The numbers of a glTF's accessor, checked: tinygltf leaves it to us whether what one promises is there.
#pragma once

#include <tiny_gltf.h>

#include <string>
#include <vector>

namespace raycloth {

class GltfNumbers {
 public:
  /// `where` begins messages; `model` must outlive this. Throws InputError unless the file holds all that the accessor
  /// promises. Sparse ones are those of a buffer view, or zeros, with others in some places.
  GltfNumbers(const tinygltf::Model& model, int accessor, const std::string& where);
  GltfNumbers(GltfNumbers&&) = default;  // a copy would look into the first one's numbers

  size_t count() const { return count_; }  // elements
  int components() const { return components_; }
  bool whole() const { return type_ != TINYGLTF_COMPONENT_TYPE_FLOAT && type_ != TINYGLTF_COMPONENT_TYPE_DOUBLE; }

  double at(size_t element, int component) const;

 private:
  template <class T>
  double scaled(const unsigned char* place) const;
  void put_sparse(const tinygltf::Model& model, const tinygltf::Accessor& accessor, const std::string& where);

  size_t element_bytes() const { return static_cast<size_t>(components_) * component_bytes_; }

  std::vector<unsigned char> own_;  // those that no buffer view has as they are
  const unsigned char* data_ = nullptr;
  size_t stride_ = 0, component_bytes_ = 0, count_ = 0;
  int components_ = 0, type_ = 0;
  bool normalized_ = false;
};

}  // namespace raycloth
