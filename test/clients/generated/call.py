import json
import sys

from postledger.api.email import send_email
from postledger.client import AuthenticatedClient
from postledger.models import Email, EmailReceipt

given = json.loads(sys.stdin.read())
client = AuthenticatedClient(base_url=given["url"], token=given["key"])
email = Email(from_="Acme <hello@acme.test>", to=given["to"], subject="Hello", text="It works.")
answer = send_email.sync(client=client, body=email, idempotency_key=given["to"])
if not isinstance(answer, EmailReceipt):
    sys.exit(f"refused: {answer}")
print(answer.id)
