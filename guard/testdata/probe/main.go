// Command probe tries what a sandbox must not allow, inside one.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"time"
)

func main() {
	var err error
	switch args := os.Args[1:]; args[0] {
	case "echo":
		_, err = io.Copy(os.Stdout, os.Stdin)
	case "who":
		wd, _ := os.Getwd()
		fmt.Println(os.Getuid(), wd, os.Getenv("GREETING"), os.Getenv("GUARD_TEST_SECRET"))
	case "write":
		err = os.WriteFile(args[1], []byte("x"), 0o600)
	case "fill":
		err = os.WriteFile(args[1], make([]byte, 8<<20), 0o600)
	case "read":
		var data []byte
		data, err = os.ReadFile(args[1])
		os.Stdout.Write(data)
	case "dial":
		_, err = net.DialTimeout("tcp", args[1], time.Second)
	case "interfaces":
		list, _ := net.Interfaces()
		fmt.Println(len(list))
	case "status":
		var data []byte
		data, err = os.ReadFile("/proc/self/status")
		os.Stdout.Write(data)
	case "memory":
		b := make([]byte, 512<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		fmt.Println(len(b))
	case "processes":
		for range 200 {
			if err = exec.Command(os.Args[0], "sleep").Start(); err != nil {
				break
			}
		}
	case "sleep":
		time.Sleep(time.Minute)
	case "exit":
		os.Exit(3)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
