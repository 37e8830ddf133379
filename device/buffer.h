// Owning device array. Kernels get `data()`, a plain pointer; the host moves data in and out with upload and
// download. Sizes are elements. Allocation happens here and nowhere else, never inside a step.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "device/backend.h"
#include "device/memory.h"

namespace raycloth::RAYCLOTH_DEVICE {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(size_t size) { resize(size); }
  explicit Buffer(const std::vector<T>& values) {
    resize(values.size());
    upload(values);
  }
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { memory::release(data_); }

  /// Discards the contents; the new ones are zero bytes.
  void resize(size_t size) {
    memory::release(data_);
    data_ = nullptr;  // should the allocation throw
    data_ = static_cast<T*>(memory::allocate(size * sizeof(T)));
    size_ = size;
  }

  /// Keeps the contents, waiting for the device.
  void grow(size_t size) {
    const std::vector<T> kept = download();
    resize(size);
    upload(kept);
  }

  void upload(std::span<const T> values) {
    assert(values.size() <= size_);
    memory::copy_in(data_, values.data(), values.size_bytes());
  }

  /// `count` elements from `first`, waiting for the device.
  std::vector<T> download(size_t first, size_t count) const {
    assert(first + count <= size_);
    std::vector<T> values(count);
    memory::copy_out(values.data(), data_ + first, count * sizeof(T));
    return values;
  }
  std::vector<T> download() const { return download(0, size_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
