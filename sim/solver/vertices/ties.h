// Attachments that move vertices (hold.cpp), in turns: those of a turn share no vertex that moves, and those that share
// one keep the order in which the scene has them.
#pragma once

#include "device/buffer.h"
#include "device/loops.h"
#include "sim/model/model.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct TieArrays {
  /// Without those that have nothing to move, like fastenings.
  explicit TieArrays(const Model& model);

  PartedRanges turns;
  Buffer<Attachment> attachments;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
