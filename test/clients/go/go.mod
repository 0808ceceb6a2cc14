module postledger.test/clients

go 1.23

require (
	github.com/resend/resend-go/v3 v3.1.1
	github.com/sendgrid/sendgrid-go v3.16.1+incompatible
)

require (
	github.com/sendgrid/rest v2.6.9+incompatible // indirect
	golang.org/x/net v0.30.0 // indirect
)
