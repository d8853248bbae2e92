// Program frameworks asks its frameworks where requests come from, with mcp-go.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var seen = map[string]int{}

func limited(key string) bool {
	seen[key]++
	return seen[key] > 100
}

type document struct {
	Resource string `json:"resource"`
}

func describe(c *gin.Context) {
	host := c.GetHeader("X-Forwarded-Host") // want `warning regular: the header "X-Forwarded-Host" decides a URL that the server gives out`
	c.JSON(http.StatusOK, document{Resource: "https://" + host + "/mcp"})
}

func limit(c *gin.Context) {
	if limited(c.ClientIP()) { // want `warning regular: the header "X-Forwarded-For" decides which entry of a map`
		c.AbortWithStatus(http.StatusTooManyRequests)
		return
	}
	c.Next()
}

func login(c echo.Context) error {
	return c.Redirect(http.StatusFound, c.Request().Header.Get("X-Forwarded-Proto")+"://mcp.corp.test/login") // want `warning regular: the header "X-Forwarded-Proto" decides a URL`
}

func count(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if limited(c.RealIP()) { // the server says how it is found out
			return c.NoContent(http.StatusTooManyRequests)
		}
		return next(c)
	}
}

func plain(c *gin.Context) {
	log.Print(c.GetHeader("X-Forwarded-For"))
	c.JSON(http.StatusOK, document{Resource: "https://" + c.Request.Host + "/mcp"})
}

func main() {
	s := server.NewMCPServer("frameworks", "1.0")
	s.AddTool(mcp.NewTool("ping"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("pong"), nil
	})
	g := gin.New()
	g.Use(limit)
	g.GET("/.well-known/oauth-protected-resource", describe)
	g.GET("/plain", plain)
	g.Any("/mcp", gin.WrapH(server.NewStreamableHTTPServer(s)))
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.Use(count)
	e.GET("/login", login)
	go func() { log.Print(e.Start("127.0.0.1:8081")) }()
	log.Fatal(g.Run("127.0.0.1:8080"))
}
