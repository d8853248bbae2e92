// Package main serves through frameworks.
package main

import (
	"crypto/subtle"
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handler(name string) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func keyed(c *gin.Context) {
	if !same(c.GetHeader("X-Api-Key"), os.Getenv("ROUTERS_KEY")) {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Next()
}

func counted(c *gin.Context) { c.Next() }

func ginOpen() {
	r := gin.New()
	r.Use(counted)
	r.Any("/mcp", gin.WrapH(handler("gin open")))
	_ = r.Run() // want `error regular: the HTTP endpoint of server "gin open" listens on all interfaces \(":8080"\) without authentication` `warning regular: .* no time limit`
}

func ginShut() {
	r := gin.Default()
	g := r.Group("/api", keyed)
	h := handler("gin shut")
	g.POST("/mcp", func(c *gin.Context) { h.ServeHTTP(c.Writer, c.Request) })
	_ = r.Run(":9301") // want `warning regular: .* server "gin shut" has no time limit`
}

func signed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !same(c.Request().Header.Get("Authorization"), os.Getenv("ROUTERS_KEY")) {
			return c.NoContent(http.StatusUnauthorized)
		}
		return next(c)
	}
}

func echoOpen() {
	e := echo.New()
	e.Any("/mcp", echo.WrapHandler(handler("echo open")))
	_ = e.Start(":9302") // want `error regular: the HTTP endpoint of server "echo open" listens on all interfaces \(":9302"\) without authentication` `warning regular: .* no time limit`
}

func echoShut() {
	e := echo.New()
	g := e.Group("/api")
	g.Use(signed)
	g.Any("/mcp", echo.WrapHandler(handler("echo shut")))
	_ = e.Start(":9303") // want `warning regular: .* server "echo shut" has no time limit`
}

func main() {
	go ginOpen()
	go ginShut()
	go echoOpen()
	go chiShut()
	go chiOpen()
	go gorilla()
	echoShut()
}

func keyedHandler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !same(r.Header.Get("X-Api-Key"), os.Getenv("ROUTERS_KEY")) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// register gets a router of which it knows the interface only.
func register(r chi.Router, h http.Handler) {
	r.Route("/api", func(r chi.Router) {
		r.Use(keyedHandler)
		r.Mount("/mcp", h)
	})
}

func chiShut() {
	r := chi.NewRouter()
	r.Use(middleware.Logger)
	register(r, handler("chi shut"))
	r.With(keyedHandler).Handle("/again", handler("chi with"))
	srv := &http.Server{Addr: ":9305", Handler: r, ReadHeaderTimeout: time.Second}
	_ = srv.ListenAndServe()
}

func chiOpen() {
	r := chi.NewRouter()
	r.Group(func(r chi.Router) {
		r.Use(keyedHandler) // for the group only
		r.Get("/admin", func(http.ResponseWriter, *http.Request) {})
	})
	r.Handle("/mcp", handler("chi open"))
	srv := &http.Server{Addr: ":9306", Handler: r, ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server "chi open" listens on all interfaces`
	_ = srv.ListenAndServe()
}

func gorilla() {
	r := mux.NewRouter()
	api := r.PathPrefix("/api").Subrouter()
	api.Use(keyedHandler)
	api.Handle("/mcp", handler("gorilla shut")).Methods(http.MethodPost)
	shut := &http.Server{Addr: ":9307", Handler: r, ReadHeaderTimeout: time.Second}
	go shut.ListenAndServe()

	o := mux.NewRouter()
	o.PathPrefix("/mcp").Handler(handler("gorilla open"))
	open := &http.Server{Addr: ":9308", Handler: o, ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server "gorilla open" listens on all interfaces`
	_ = open.ListenAndServe()
}
