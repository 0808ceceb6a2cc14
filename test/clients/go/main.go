// The official Go clients of both shapes, unchanged but for base URL and key. Reads {url, key, template, to} from
// standard input, makes each call, and prints a line of JSON: how many were made, and which did not come out as the
// client's user expects.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/resend/resend-go/v3"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

type given struct {
	URL      string   `json:"url"`
	Key      string   `json:"key"`
	Template string   `json:"template"`
	To       []string `json:"to"`
}

type report struct {
	Made   map[string]int `json:"made"`
	Failed []string       `json:"failed"`
}

var told = report{Made: map[string]int{}, Failed: []string{}}

func call(library string, name string, check func() error) {
	told.Made[library]++
	if err := check(); err != nil {
		told.Failed = append(told.Failed, fmt.Sprintf("%s %s: %v", library, name, err))
	}
}

func expect(isSo bool, what any) error {
	if isSo {
		return nil
	}
	return fmt.Errorf("not as expected: %v", what)
}

func main() {
	var g given
	if err := json.NewDecoder(os.Stdin).Decode(&g); err != nil {
		panic(err)
	}
	withResend(g)
	withSendgrid(g)
	json.NewEncoder(os.Stdout).Encode(told)
}

func withResend(g given) {
	client := resend.NewClient(g.Key)
	client.BaseURL, _ = url.Parse(g.URL + "/")
	plain := func(to string) *resend.SendEmailRequest {
		return &resend.SendEmailRequest{From: "Acme <hello@acme.test>", To: []string{to}, Subject: "Hello", Text: "It works."}
	}
	call("resend-go", "Send, all fields", func() error {
		request := plain("Ann <" + g.To[0] + ">")
		request.Html = "<p>It works.</p>"
		request.ReplyTo = "support@acme.test"
		request.Headers = map[string]string{"X-Ref": "42"}
		request.Tags = []resend.Tag{{Name: "kind", Value: "test"}}
		request.Attachments = []*resend.Attachment{{Filename: "a.pdf", Content: []byte("%PDF")}}
		sent, err := client.Emails.Send(request)
		if err != nil {
			return err
		}
		return expect(len(sent.Id) == 36, sent)
	})
	call("resend-go", "Send, a template beside an empty subject", func() error {
		_, err := client.Emails.Send(&resend.SendEmailRequest{
			From: "a@acme.test", To: []string{g.To[1]},
			Template: &resend.EmailTemplate{Id: g.Template, Variables: map[string]any{"name": "Ann"}},
		})
		return err
	})
	call("resend-go", "SendWithOptions, an idempotency key twice", func() error {
		options := &resend.SendEmailOptions{IdempotencyKey: "go"}
		first, err := client.Emails.SendWithOptions(context.Background(), plain(g.To[2]), options)
		if err != nil {
			return err
		}
		second, err := client.Emails.SendWithOptions(context.Background(), plain(g.To[2]), options)
		if err != nil {
			return err
		}
		return expect(first.Id == second.Id, second)
	})
	call("resend-go", "Batch.SendWithOptions, permissive", func() error {
		options := &resend.BatchSendEmailOptions{BatchValidation: resend.BatchValidationPermissive}
		batch := []*resend.SendEmailRequest{plain(g.To[3]), plain("nobody")}
		sent, err := client.Batch.SendWithOptions(context.Background(), batch, options)
		if err != nil {
			return err
		}
		return expect(len(sent.Data) == 1 && len(sent.Errors) == 1 && sent.Errors[0].Index == 1, sent)
	})
	call("resend-go", "what is refused says the field", func() error {
		request := plain(g.To[0])
		request.ScheduledAt = "in 1 hour"
		_, err := client.Emails.Send(request)
		return expect(err != nil && strings.Contains(err.Error(), "/scheduled_at"), err)
	})
}

func withSendgrid(g given) {
	send := func(message *mail.SGMailV3) (int, map[string][]string, string, error) {
		request := sendgrid.GetRequest(g.Key, "/v3/mail/send", g.URL)
		request.Method = "POST"
		request.Body = mail.GetRequestBody(message)
		response, err := sendgrid.API(request)
		if err != nil {
			return 0, nil, "", err
		}
		return response.StatusCode, response.Headers, response.Body, nil
	}
	from := mail.NewEmail("Acme", "hello@acme.test")
	call("sendgrid-go", "a single email, all fields", func() error {
		message := mail.NewSingleEmail(from, "Hello", mail.NewEmail("Ann", g.To[4]), "It works.", "<p>It works.</p>")
		message.SetReplyTo(mail.NewEmail("Support", "support@acme.test"))
		message.SetHeader("X-Ref", "42")
		message.AddCategories("kind")
		file := mail.NewAttachment().SetContent("JVBERg==").SetFilename("a.pdf").SetType("application/pdf")
		message.AddAttachment(file.SetDisposition("attachment"))
		status, headers, body, err := send(message)
		if err != nil {
			return err
		}
		return expect(status == 202 && body == "" && len(headers["X-Message-Id"]) == 1, body)
	})
	call("sendgrid-go", "a template with dynamic data", func() error {
		person := mail.NewPersonalization()
		person.AddTos(mail.NewEmail("", g.To[5]))
		person.SetDynamicTemplateData("name", "Ann")
		message := mail.NewV3Mail().SetFrom(from).SetTemplateID(g.Template).AddPersonalizations(person)
		status, _, body, err := send(message)
		if err != nil {
			return err
		}
		return expect(status == 202, body)
	})
	call("sendgrid-go", "what is refused says the field", func() error {
		message := mail.NewSingleEmailPlainText(from, "Hello", mail.NewEmail("", g.To[4]), "It works.")
		message.SetIPPoolID("pool")
		status, _, body, err := send(message)
		if err != nil {
			return err
		}
		return expect(status == 422 && strings.Contains(body, `"field":"ip_pool_name"`), body)
	})
}
