"""Run as a process: parses one document a line with expat and answers one line with what it saw."""
import json
import sys
from xml.parsers import expat

SEPARATOR = "\x0c"


def clark(name):
    parts = name.split(SEPARATOR)
    return parts[0] if len(parts) == 1 else "{%s}%s" % (parts[0], parts[1])


def answer(text):
    root = {"children": []}
    open_elements = [root]

    def start(name, attributes):
        pairs = [[clark(attributes[i]), attributes[i + 1]] for i in range(0, len(attributes), 2)]
        element = {"name": clark(name), "attributes": pairs, "children": []}
        open_elements[-1]["children"].append(element)
        open_elements.append(element)

    def end(_name):
        open_elements.pop()

    def characters(text):
        children = open_elements[-1]["children"]
        if children and isinstance(children[-1], str):
            children[-1] += text
        else:
            children.append(text)

    parser = expat.ParserCreate("utf-8", SEPARATOR)
    parser.ordered_attributes = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        return {"refused": str(error)}
    return {"accepted": root["children"][0]}


# Not for line in sys.stdin: a line ends with a line feed and nothing else.
for line in sys.stdin.buffer:
    told = answer(json.loads(line.decode("utf-8")))
    sys.stdout.write(json.dumps(told) + "\n")
