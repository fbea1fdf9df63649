"""A speech driver for Fenrir, which adds it to its own: it writes each utterance as a line to the pipe HEARD_PIPE."""

import os

from fenrirscreenreader.core.speechDriver import speechDriver


class driver(speechDriver):
    def initialize(self, environment):
        super().initialize(environment)
        self.pipe = os.open(os.environ["HEARD_PIPE"], os.O_WRONLY)

    def speak(self, text, queueable=True):
        os.write(self.pipe, " ".join(text.split()).encode() + b"\n")
