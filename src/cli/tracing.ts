import { ConfigError } from '../config.js';
import type { Tracing } from '../core/tracing.js';

/** Spans to an OpenTelemetry collector. */
export interface RunningTracing extends Tracing {
  /** Sends the spans that are left. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Options {
  readonly env: Environment;
  readonly version: string;
  /** Called when spans cannot be sent, at most once a minute. */
  onError(): void;
}

/** The optional peers of package.json. Their next major versions need Node.js 22. */
const packages = [
  '@opentelemetry/resources@2',
  '@opentelemetry/sdk-trace-node@2',
  '@opentelemetry/exporter-trace-otlp-http@0.222',
];

/**
 * Starts tracing as the standard variables of OpenTelemetry request it; null when they request none. Its packages are
 * loaded, and need to be installed, only then. They read the other variables themselves.
 *
 * @throws ConfigError when a package is missing, or when a variable requests an unsupported feature
 */
export async function startTracing({ env, version, onError }: Options): Promise<RunningTracing | null> {
  if (!isWanted(env)) return null;
  const [{ diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, resources, sdk, exporter] =
    await load();
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const named = resourceFromAttributes({ 'service.name': 'metadata-catalog', 'service.version': version });
  const provider = new sdk.NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  const report = everyMinute(onError);
  const nothing = () => undefined;
  // The messages can hold the collector's address, with a password.
  diag.setLogger(
    { error: report, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const tracer = provider.getTracer('metadata-catalog', version);

  return {
    startSpan(name, traceparent, attributes) {
      const caller = parseSpanContext(traceparent);
      const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: { ...attributes } }, parent);
      return {
        end(more, failure) {
          span.setAttributes({ ...more, ...(failure !== undefined && { 'error.type': failure }) });
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown().catch(onError),
  };
}

/** @throws ConfigError */
function isWanted(env: Environment): boolean {
  const exporter = env.OTEL_TRACES_EXPORTER;
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none') return false;
  if (exporter && exporter !== 'otlp') {
    throw new ConfigError([`OTEL_TRACES_EXPORTER: must be otlp or none (is ${JSON.stringify(exporter)})`]);
  }
  if (!exporter && !endpoint) return false;
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    const protocol = env[name];
    if (protocol && protocol !== 'http/json') {
      throw new ConfigError([
        `${name}: must be http/json, which collectors receive on port 4318 (is ${JSON.stringify(protocol)})`,
      ]);
    }
  }
  return true;
}

async function load() {
  try {
    return await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError([
      'The OTEL_ variables turn on traces, but their packages are not installed: run ' +
        `\`npm install ${packages.join(' ')}\` beside the catalog, or set OTEL_SDK_DISABLED=true`,
    ]);
  }
}

const w3c = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads no `tracestate` and no baggage, whose texts callers write. */
function parseSpanContext(traceparent: string | string[] | undefined) {
  const [, traceId, spanId, flags] = w3c.exec(String(traceparent)) ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function everyMinute(work: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - last < 60_000) return;
    last = performance.now();
    work();
  };
}
