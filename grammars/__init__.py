"""The Lark grammar of the ``.mj`` language (shipped as ``markovpy.grammars``)."""
