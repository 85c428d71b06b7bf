# Reads multipart messages as Python's email package does: a line of base64 each; prints the parts of each as JSON, null
# for one that it cannot read.
import base64, email, json, sys


def parts_of(message):
    parts = message.get_payload() if message.is_multipart() else []
    return [
        [
            str(part.get('Content-ID') or '').strip().strip('<>') or None,
            base64.b64encode(part.get_payload(decode=True) or b'').decode(),
        ]
        for part in parts
    ]


for line in sys.stdin:
    try:
        print(json.dumps(parts_of(email.message_from_bytes(base64.b64decode(line)))))
    except Exception:
        print('null')
