package faultproxy_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/rankduel/rankduel/internal/faultproxy"
)

func Example() {
	engine := httptest.NewServer(http.NotFoundHandler())
	defer engine.Close()
	proxy, err := faultproxy.New(engine.Listener.Addr().String())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer proxy.Close()
	proxy.Inject(func(exchange int) faultproxy.Fault {
		if exchange%2 == 0 {
			return faultproxy.Status(http.StatusTooManyRequests, "1")
		}
		return faultproxy.Fault{}
	})
	for range 3 {
		response, err := http.Get("http://" + proxy.Addr())
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := response.Body.Close(); err != nil {
			fmt.Println(err)
		}
		fmt.Printf("%d%q\n", response.StatusCode, response.Header["Retry-After"])
	}
	// Output:
	// 404[]
	// 429["1"]
	// 404[]
}
