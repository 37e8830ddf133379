#include "collision/contacts/contacts.h"

#include <cstddef>

#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

Contacts::Contacts(int owners, int capacity) : offsets_(owners + 1), previous_offsets_(owners + 1), counters_(1) {
  reserve(capacity);
}

void Contacts::reserve(int capacity) {
  vertices_.resize(capacity);
  weights_.resize(capacity);
  normals_.resize(capacity);
  distances_.resize(capacity);
  triangles_.resize(capacity);
  flags_.resize(capacity);
}

ContactList Contacts::list() {
  return {owners(),        capacity(),        offsets_.data(),   vertices_.data(), weights_.data(),
          normals_.data(), distances_.data(), triangles_.data(), flags_.data(),    counters_.data()};
}

ContactTable Contacts::download() const {
  const int found = offsets_.download(owners(), 1)[0], count = found < capacity() ? found : capacity();
  return {vertices_.download(0, count),  weights_.download(0, count),   normals_.download(0, count),
          distances_.download(0, count), triangles_.download(0, count), flags_.download(0, count)};
}

void Contacts::begin(Queue& queue) {
  queue.zero(offsets_.data(), offsets_.size() * sizeof(int));
  queue.zero(&counters_.data()->collisions, sizeof(ContactCounters) - offsetof(ContactCounters, collisions));
}

void Contacts::place(Queue& queue) {
  exclusive_scan(queue, offsets_.data(), offsets_.data(), owners() + 1);
  note_most(queue, "note_contacts", offsets_.data() + owners(), &counters_.data()->most);
}

void Contacts::keep(Queue& queue) {
  queue.copy(previous_offsets_.data(), offsets_.data(), offsets_.size() * sizeof(int));
}

void Contacts::forget(Queue& queue) {
  begin(queue);
  queue.zero(previous_offsets_.data(), previous_offsets_.size() * sizeof(int));
}

void Contacts::reset_counters(Queue& queue) { queue.zero(counters_.data(), sizeof(ContactCounters)); }

}  // namespace raycloth::RAYCLOTH_DEVICE
