package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"call/api"
)

func main() {
	var given struct{ Url, Key, To string }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+given.Key)
		return nil
	}
	client, err := api.NewClientWithResponses(given.Url, api.WithRequestEditorFn(withKey))
	if err != nil {
		panic(err)
	}
	var to api.Email_To
	if err := to.FromEmailTo0(given.To); err != nil {
		panic(err)
	}
	subject, text := "Hello", "It works."
	email := api.Email{From: "Acme <hello@acme.test>", To: to, Subject: &subject, Text: &text}
	answer, err := client.SendEmailWithResponse(
		context.Background(), &api.SendEmailParams{IdempotencyKey: given.To}, email)
	if err != nil {
		panic(err)
	}
	if answer.JSON202 == nil {
		fmt.Println(answer.Status(), string(answer.Body))
		os.Exit(1)
	}
	fmt.Println(answer.JSON202.Id)
}
