"""Files dropped onto a window, as a file manager drops them: the source's half of XDND 5 (freedesktop.org).

Needs python-xlib, which scripts/install-dependencies puts into build/python.
"""

import select
import sys
import time
from pathlib import Path

from screen import PATIENCE

sys.path.insert(0, str(Path(__file__).parents[2] / "build" / "python"))
try:
    from Xlib import X, display, protocol
except ImportError:
    display = None

VERSION = 5


def can_drop():
    return display is not None


class Source:
    """Who drags, on the display of that name."""

    def __init__(self, name, files):
        self.display = display.Display(name)
        self.window = self.display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.uris = "".join(f"file://{file}\r\n" for file in files).encode()
        self.window.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)

    def atom(self, name):
        return self.display.intern_atom(name)

    def tell(self, target, kind, *data):
        words = [self.window.id, *data] + [0] * (4 - len(data))
        target.send_event(protocol.event.ClientMessage(window=target, client_type=self.atom(kind), data=(32, words)))
        self.display.flush()

    def hand_over(self, request):
        """The names of the files, to who asks for them."""
        request.requestor.change_property(request.property, request.target, 8, self.uris)
        request.requestor.send_event(protocol.event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=request.property))
        self.display.flush()

    def wait_for(self, kind):
        """The window's message; whatever it asks for meanwhile it gets."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not self.display.pending_events():
                select.select([self.display], [], [], 0.1)
                continue
            event = self.display.next_event()
            if event.type == X.SelectionRequest:
                self.hand_over(event)
            elif event.type == X.ClientMessage and event.client_type == self.atom(kind):
                return event.data[1]
        raise AssertionError(f"the window did not answer with {kind}")


def drop(display_name, window, files, x, y):
    """Drags the files to a place of the root window that lies over the window, and lets go."""
    source = Source(display_name, files)
    target = source.display.create_resource_object("window", int(window))
    source.tell(target, "XdndEnter", VERSION << 24, source.atom("text/uri-list"))
    source.tell(target, "XdndPosition", 0, int(x) << 16 | int(y), X.CurrentTime, source.atom("XdndActionCopy"))
    accepted = source.wait_for("XdndStatus")[1] & 1
    assert accepted, "the window takes no files"
    source.tell(target, "XdndDrop", 0, X.CurrentTime)
    source.wait_for("XdndFinished")
    source.display.close()
