{{/* Names of releases can have dots and begin with a digit, names of services cannot. */}}
{{- define "catalog.fullname" -}}
{{- $name := .Values.fullnameOverride | default .Release.Name | replace "." "-" }}
{{- regexReplaceAll "-+$" (regexReplaceAll "^([0-9])" $name "catalog-${1}" | trunc 40) "" -}}
{{- end }}

{{/* Versions of charts can have a plus sign, values of labels cannot. */}}
{{- define "catalog.label" -}}
{{- regexReplaceAll "[^A-Za-z0-9]+$" (regexReplaceAll "[^\\w.-]" . "_" | trunc 63) "" | quote -}}
{{- end }}

{{- define "catalog.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "catalog.labels" -}}
{{ include "catalog.selectorLabels" . }}
app.kubernetes.io/version: {{ include "catalog.label" .Chart.AppVersion }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ include "catalog.label" (printf "%s-%s" .Chart.Name .Chart.Version) }}
{{- end }}

{{- define "catalog.podLabels" -}}
{{ include "catalog.labels" . }}
{{- with .Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What the pods of the service and of the migration have in common. */}}
{{- define "catalog.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir:
      sizeLimit: 64Mi
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
  {{- if .Values.firstToken.secret }}
  - name: first-token
    secret:
      secretName: {{ .Values.firstToken.secret }}
      defaultMode: 0440
      # The secret can be deleted after the first start.
      optional: true
      items:
        - key: {{ .Values.firstToken.key }}
          path: token
  {{- end }}
  {{- if .Values.webhooks.secret }}
  - name: secrets-key
    secret:
      secretName: {{ .Values.webhooks.secret }}
      defaultMode: 0440
      items:
        - key: {{ .Values.webhooks.key }}
          path: secrets-key
  {{- end }}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* What their containers have in common. */}}
{{- define "catalog.container" -}}
{{- with .Values.image -}}
image: "{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}"
{{- end }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- with .Values.securityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
env:
  - name: HOST
    value: 0.0.0.0
  - name: PORT
    value: "8080"
  # A folder of its own in the volume, which only the user of the service can read.
  - name: DATA_DIR
    value: /data/catalog
  - name: METRICS_HOST
    value: 0.0.0.0
  - name: METRICS_PORT
    value: {{ .Values.metrics.port | quote }}
  - name: NODE_OPTIONS
    value: --max-old-space-size={{ .Values.maxHeapMegabytes }}
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        name: {{ .Values.database.secret }}
        key: {{ .Values.database.key }}
  {{- if .Values.firstToken.secret }}
  - name: BOOTSTRAP_TOKEN_INPUT_FILE
    value: /run/secrets/first-token/token
  {{- end }}
  # Without the secret, this path cannot be written, so that webhooks are refused.
  - name: SECRETS_KEY_FILE
    value: /run/secrets/webhooks/secrets-key
  {{- range $name, $value := .Values.settings }}
  {{- if ne (toString $value) "" }}
  - name: {{ $name }}
    {{- /* Helm reads numbers as floating point, which would print large ones with an exponent. */}}
    value: {{ if kindIs "float64" $value }}{{ $value | int64 | quote }}{{ else }}{{ $value | quote }}{{ end }}
  {{- end }}
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
resources:
  {{- toYaml .Values.resources | nindent 2 }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  {{- if .Values.firstToken.secret }}
  - name: first-token
    mountPath: /run/secrets/first-token
    readOnly: true
  {{- end }}
  {{- if .Values.webhooks.secret }}
  - name: secrets-key
    mountPath: /run/secrets/webhooks
    readOnly: true
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
