"""Every switch of the settings, by a real mouse: toggles_test.py RAYCLOTH_BINARY [unittest options]. What each changes is
read from the scene that the window saves. Exit code 77: Xvfb or xdotool is missing."""

import json
from pathlib import Path

import case

SCHEMA = Path(__file__).parents[2] / "assets" / "scene.schema.json"
TABS = {"3": "collision", "4": "solver"}   # by their keys


def switches():
    """Settings that are on or off, as the schema of scenes has them."""
    settings = json.loads(SCHEMA.read_text())["$defs"]["settings"]["properties"]
    return {key for key, value in settings.items() if value.get("$ref") == "#/$defs/switch"}


class TogglesTest(case.Case):
    def settings_of(self, program):
        return self.saved_scene(program).get("settings", {})

    def click_all(self, program, names):
        """Those that the tabs have, from their heads to their feet."""
        left = set(names)
        for tab in TABS:
            program.key(tab)
            program.scroll(-60)
            seen = {}
            while seen != program.widgets():   # until nothing more comes from below
                seen = program.widgets()
                for name in sorted(left & seen.keys()):
                    program.click_on(name)
                left -= seen.keys()
                seen = program.widgets()
                program.scroll(5)
        return left

    def changed_under(self, handler):
        """What a click on every switch changes; as many undos later all is as it was."""
        program = self.open("pennant.json", "--set", "handler=" + handler)
        program.key("space")
        program.wait_for_pause()
        before = self.settings_of(program)
        self.assertEqual(self.click_all(program, {key.replace("_", " ") for key in switches()}), set(), "not in a tab")
        after = self.settings_of(program)
        changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        for _ in changed:
            program.key("ctrl+z")
        self.assertEqual(self.settings_of(program), before)
        program.close()
        return changed

    def test_every_switch_changes_its_setting_alone_and_is_taken_back(self):
        of_rays, of_bridson = self.changed_under("rays"), self.changed_under("bridson")
        self.assertEqual(of_rays | of_bridson, switches())
        self.assertEqual({"predictions", "edge_contacts"} & of_bridson, set(), "of a handler that is not at work: grey")
        self.assertEqual({"proximity", "impact_zones"} & of_rays, set())


if __name__ == "__main__":
    case.main()
