{{- define "weir.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 53 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "weir.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "weir.labels" -}}
{{ include "weir.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "weir.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* SQLite is a file of one node; a secret of one's own may hold the address of a database. */}}
{{- define "weir.isSqlite" -}}
{{- if and (not .Values.database.dsn) (not .Values.secrets.existingSecret) }}true{{ end }}
{{- end }}

{{- define "weir.secret" -}}
{{ .Values.secrets.existingSecret | default (include "weir.name" .) }}
{{- end }}

{{- define "weir.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "weir.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "weir.check" -}}
{{- if include "weir.isSqlite" . }}
{{- if or (gt (int .Values.replicaCount) 1) .Values.autoscaling.enabled }}{{ fail "several nodes need a database: set database.dsn, or replicaCount to 1 for SQLite" }}{{ end }}
{{- else if and (not .Values.secrets.existingSecret) (not .Values.secrets.sessionSecret) }}{{ fail "nodes that share a database share a secret: set secrets.sessionSecret (openssl rand -hex 24) or secrets.existingSecret" }}
{{- end }}
{{- end }}
