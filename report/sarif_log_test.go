package report

// The parts of a SARIF log that the tests look at.
type (
	logFile struct {
		Schema  string   `json:"$schema"`
		Version string   `json:"version"`
		Runs    []logRun `json:"runs"`
	}
	logRun struct {
		Tool struct {
			Driver struct {
				Name            string    `json:"name"`
				Version         string    `json:"version"`
				SemanticVersion string    `json:"semanticVersion"`
				Rules           []logRule `json:"rules"`
				Notifications   []logRule `json:"notifications"`
			} `json:"driver"`
		} `json:"tool"`
		ColumnKind  string `json:"columnKind"`
		Invocations []struct {
			ExecutionSuccessful        bool `json:"executionSuccessful"`
			ToolExecutionNotifications []struct {
				Level      string        `json:"level"`
				Message    logMessage    `json:"message"`
				Locations  []logLocation `json:"locations"`
				Descriptor struct {
					ID    string `json:"id"`
					Index int    `json:"index"`
				} `json:"descriptor"`
			} `json:"toolExecutionNotifications"`
		} `json:"invocations"`
		OriginalURIBaseIDs map[string]any `json:"originalUriBaseIds"`
		Taxonomies         []struct {
			GUID string    `json:"guid"`
			Taxa []logRule `json:"taxa"`
		} `json:"taxonomies"`
		Results                  []logResult `json:"results"`
		VersionControlProvenance []any       `json:"versionControlProvenance"`
	}
	logMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	logRule struct {
		ID                   string     `json:"id"`
		Name                 string     `json:"name"`
		ShortDescription     logMessage `json:"shortDescription"`
		FullDescription      logMessage `json:"fullDescription"`
		Help                 logMessage `json:"help"`
		DefaultConfiguration struct {
			Level   string `json:"level"`
			Enabled *bool  `json:"enabled"`
		} `json:"defaultConfiguration"`
		Properties struct {
			SecuritySeverity string   `json:"security-severity"`
			Precision        string   `json:"precision"`
			Tags             []string `json:"tags"`
		} `json:"properties"`
	}
	logRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	logArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId"`
	}
	logLocation struct {
		ID               int        `json:"id"`
		Message          logMessage `json:"message"`
		PhysicalLocation struct {
			ArtifactLocation logArtifact `json:"artifactLocation"`
			Region           logRegion   `json:"region"`
		} `json:"physicalLocation"`
	}
	logResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             logMessage        `json:"message"`
		Locations           []logLocation     `json:"locations"`
		RelatedLocations    []logLocation     `json:"relatedLocations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Taxa                []struct {
			ID            string `json:"id"`
			Index         int    `json:"index"`
			ToolComponent struct {
				GUID string `json:"guid"`
			} `json:"toolComponent"`
		} `json:"taxa"`
		Suppressions []struct {
			Kind          string      `json:"kind"`
			Justification string      `json:"justification"`
			Location      logLocation `json:"location"`
		} `json:"suppressions"`
		CodeFlows []struct {
			ThreadFlows []struct {
				Locations []struct {
					Location logLocation `json:"location"`
				} `json:"locations"`
			} `json:"threadFlows"`
		} `json:"codeFlows"`
		Fixes []struct {
			ArtifactChanges []struct {
				ArtifactLocation logArtifact `json:"artifactLocation"`
				Replacements     []struct {
					DeletedRegion   logRegion  `json:"deletedRegion"`
					InsertedContent logMessage `json:"insertedContent"`
				} `json:"replacements"`
			} `json:"artifactChanges"`
		} `json:"fixes"`
	}
)
