export type Attributes = Readonly<Record<string, string | number>>;

/** The span of one request. */
export interface Span {
  /** @param failure the kind of a failure of the service; undefined when it has not failed */
  end(attributes: Attributes, failure: string | undefined): void;
}

/** Where the spans of requests go. */
export interface Tracing {
  /** @param parent the caller's `traceparent` header, of any form */
  startSpan(name: string, parent: string | string[] | undefined, attributes: Attributes): Span;
}
