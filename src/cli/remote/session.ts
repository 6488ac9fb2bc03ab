/** The person or script that calls a running catalog, with their terminal and their settings. */
export interface Session {
  /** Addresses, tokens and proxies that the process was started with; it may have other variables too. */
  readonly env: Readonly<
    Partial<
      Record<
        | ('CATALOG_URL' | 'CATALOG_TOKEN' | 'DATAHUB_GMS_URL' | 'DATAHUB_GMS_TOKEN')
        | ('HTTPS_PROXY' | 'https_proxy' | 'NO_PROXY' | 'no_proxy'),
        string | undefined
      >
    >
  >;
  /** The folder for the user's configuration of the catalog's command line. */
  readonly configFolder: string;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
  /** The number of characters in a line of the terminal; null without a terminal. */
  readonly width: number | null;
  /** Opens an address in the browser of this machine; null where there is none. */
  readonly openAddress: ((address: string) => void) | null;
  /** Asks a question on the terminal; null without one. A silent answer is not shown. */
  readonly ask: ((question: string, options?: { silent?: boolean }) => Promise<string>) | null;
  now(): number;
}
