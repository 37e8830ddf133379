#include "render/offscreen_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstring>
#include <stdexcept>

#include "render/gl_objects.h"

namespace raycloth {
namespace {

bool client_offers(const char* extension) {
  const char* offered = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  return offered && std::strstr(offered, extension);
}

EGLDisplay initialised(EGLDisplay display) {
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
}

// Devices first: they are where the GPU of a machine without a display is found. Mesa's surfaceless platform
// next.
EGLDisplay open_display() {
  const auto platform_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  if (!platform_display) return EGL_NO_DISPLAY;
  if (query_devices && client_offers("EGL_EXT_platform_device")) {
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    query_devices(16, devices, &count);
    for (EGLint i = 0; i < count; ++i)
      if (EGLDisplay display = initialised(platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr)))
        return display;
  }
  if (!client_offers("EGL_MESA_platform_surfaceless")) return EGL_NO_DISPLAY;
  return initialised(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
}

EGLContext create_context(EGLDisplay display) {
  const EGLint config_wishes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
  const EGLint context_wishes[] = {
      EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config;
  EGLint configs = 0;
  if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, config_wishes, &config, 1, &configs) || !configs)
    return EGL_NO_CONTEXT;
  return eglCreateContext(display, config, EGL_NO_CONTEXT, context_wishes);
}

}  // namespace

OffscreenContext::OffscreenContext() : display_(open_display()) {
  if (display_ == EGL_NO_DISPLAY)
    throw std::runtime_error("no picture: EGL offers neither a device nor a surfaceless display here (install Mesa)");
  context_ = create_context(display_);
  if (context_ == EGL_NO_CONTEXT || !eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
    throw std::runtime_error("no picture: EGL gives no OpenGL 4.5 context here (update the driver or Mesa)");
  load_gl(reinterpret_cast<GLADloadfunc>(eglGetProcAddress));
}

OffscreenContext::~OffscreenContext() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
}

}  // namespace raycloth
