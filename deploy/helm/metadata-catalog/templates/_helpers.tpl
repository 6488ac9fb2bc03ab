{{- define "catalog.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "catalog.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "catalog.labels" -}}
{{ include "catalog.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* What the pods of the service and of the migration have in common. */}}
{{- define "catalog.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  # The user `node` of the image. Its group can read the secrets.
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
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
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop:
      - ALL
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
