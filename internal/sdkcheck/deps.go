//go:build deps

package sdkcheck

// The imports keep the requirements of go.mod: without them "go mod tidy" would
// drop modules that only the rows of package models name.
import (
	_ "github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	_ "github.com/FreePeak/cortex/pkg/builder"
	_ "github.com/FreePeak/cortex/pkg/plugin"
	_ "github.com/FreePeak/cortex/pkg/server"
	_ "github.com/FreePeak/cortex/pkg/tools"
	_ "github.com/aws/aws-sdk-go-v2/aws"
	_ "github.com/aws/aws-sdk-go/aws"
	_ "github.com/aws/smithy-go/ptr"
	_ "github.com/charmbracelet/log"
	_ "github.com/golang/glog"
	_ "github.com/google/go-github/v90/github"
	_ "github.com/google/jsonschema-go/jsonschema"
	_ "github.com/invopop/jsonschema"
	_ "github.com/mark3labs/mcp-go/client"
	_ "github.com/mark3labs/mcp-go/client/transport"
	_ "github.com/mark3labs/mcp-go/mcp"
	_ "github.com/mark3labs/mcp-go/mcptest"
	_ "github.com/mark3labs/mcp-go/server"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "github.com/rs/zerolog"
	_ "github.com/rs/zerolog/log"
	_ "github.com/samber/lo"
	_ "github.com/sirupsen/logrus"
	_ "github.com/spf13/cobra"
	_ "github.com/yosida95/uritemplate/v3"
	_ "go.uber.org/zap"
	_ "golang.org/x/exp/maps"
	_ "golang.org/x/exp/slices"
	_ "golang.org/x/sync/errgroup"
	_ "google.golang.org/protobuf/proto"
	_ "k8s.io/klog/v2"
	_ "k8s.io/utils/ptr"
	_ "trpc.group/trpc-go/trpc-mcp-go"
)
