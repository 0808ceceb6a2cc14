"""The official Python clients of both shapes, unchanged but for base URL and key.

Reads {url, key, template, to: [addresses]} from standard input, makes each call, and prints a line of JSON with the
versions, the names of the calls made, and those that did not come out as the client's user expects.
"""

import json
import sys
from importlib.metadata import version
from time import time

import resend
from python_http_client.exceptions import HTTPError
from sendgrid import SendGridAPIClient
from sendgrid.helpers import mail as sg

given = json.load(sys.stdin)
resend.api_key = given["key"]
resend.api_url = given["url"]
client = SendGridAPIClient(given["key"], host=given["url"])
to = given["to"]
made = {"resend": [], "sendgrid": []}
failed = []


def call(library, name):
    def run(check):
        made[library].append(name)
        try:
            check()
        except Exception as error:  # Whatever it is, the test tells of it.
            failed.append(f"{library} {name}: {type(error).__name__} {error} {getattr(error, 'body', '')}")

    return run


plain = {"from": "Acme <hello@acme.test>", "subject": "Hello", "html": "<p>It works.</p>"}


@call("resend", "Emails.send, all fields, a file as a list of bytes")
def _():
    sent = resend.Emails.send(
        {
            **plain,
            "to": [f"Ann <{to[0]}>"],
            "cc": [],
            "reply_to": "support@acme.test",
            "text": "It works.",
            "headers": {"X-Ref": "42"},
            "tags": [{"name": "kind", "value": "test"}],
            "attachments": [{"filename": "a.pdf", "content": list(b"%PDF"), "content_type": "application/pdf"}],
        }
    )
    assert len(sent["id"]) == 36, sent


@call("resend", "Emails.send, a template")
def _():
    resend.Emails.send(
        {"from": "a@acme.test", "to": to[1], "template": {"id": given["template"], "variables": {"name": "Ann"}}}
    )


@call("resend", "Emails.send, an idempotency key twice")
def _():
    options = {"idempotency_key": "python"}
    ids = {resend.Emails.send({**plain, "to": to[2]}, options)["id"] for _ in range(2)}
    assert len(ids) == 1, ids


@call("resend", "Batch.send, strict")
def _():
    sent = resend.Batch.send([{**plain, "to": to[3]}, {**plain, "to": to[4]}])
    assert len(sent["data"]) == 2, sent


@call("resend", "Batch.send, permissive")
def _():
    sent = resend.Batch.send(
        [{**plain, "to": "nobody"}, {**plain, "to": to[5]}], {"batch_validation": "permissive"}
    )
    assert [error["index"] for error in sent["errors"]] == [0], sent
    assert len(sent["data"]) == 1, sent


@call("resend", "what is refused is a ValidationError with the field")
def _():
    try:
        resend.Emails.send({**plain, "to": to[0], "scheduled_at": "in 1 hour"})
    except resend.exceptions.ValidationError as error:
        assert error.code == 422 and "/scheduled_at" in error.message, error.message
        return
    raise AssertionError("taken")


@call("resend", "a key that is unknown")
def _():
    resend.api_key = "re_123"
    try:
        resend.Emails.send({**plain, "to": to[0]})
    except resend.exceptions.ResendError as error:
        assert error.code == 401 and error.error_type == "invalid_api_key", error.error_type
        return
    finally:
        resend.api_key = given["key"]
    raise AssertionError("taken")


def message(address, **more):
    fields = {"subject": "Hello", "plain_text_content": "It works.", "html_content": "<p>It works.</p>", **more}
    return sg.Mail(from_email=("hello@acme.test", "Acme"), to_emails=address, **fields)


@call("sendgrid", "send, all fields")
def _():
    one = message((to[6], "Ann"))
    one.reply_to = sg.ReplyTo("support@acme.test", "Support")
    one.header = sg.Header("X-Ref", "42")
    one.category = [sg.Category("kind")]
    one.attachment = sg.Attachment(
        sg.FileContent("JVBERg=="), sg.FileName("a.pdf"), sg.FileType("application/pdf"), sg.Disposition("attachment")
    )
    one.tracking_settings = sg.TrackingSettings(sg.ClickTracking(False, False), sg.OpenTracking(False))
    one.mail_settings = sg.MailSettings(sandbox_mode=sg.SandBoxMode(False))
    answer = client.send(one)
    assert answer.status_code == 202 and answer.body == b"", answer.body
    assert len(answer.headers["X-Message-Id"]) == 36


@call("sendgrid", "send, a message each")
def _():
    answer = client.send(message([to[7], to[8]], is_multiple=True))
    assert len(answer.headers["X-Message-Ids"].split(",")) == 2


@call("sendgrid", "send, a template with dynamic data")
def _():
    one = sg.Mail(from_email="hello@acme.test", to_emails=to[9])
    one.template_id = given["template"]
    one.dynamic_template_data = {"name": "Ann"}
    assert client.send(one).status_code == 202


@call("sendgrid", "client.mail.send.post at a time to come")
def _():
    one = message(to[0])
    one.send_at = sg.SendAt(int(time()) + 3600)
    assert client.client.mail.send.post(request_body=one.get()).status_code == 202


@call("sendgrid", "what is refused is an HTTPError with the field")
def _():
    one = message(to[0])
    one.custom_arg = sg.CustomArg("a", "b")
    try:
        client.send(one)
    except HTTPError as error:
        errors = error.to_dict["errors"]
        assert error.status_code == 422 and "custom_args" in errors[0]["field"], errors
        return
    raise AssertionError("taken")


print(
    json.dumps(
        {
            "versions": {name: version(name) for name in made},
            "made": made,
            "failed": failed,
        }
    )
)
