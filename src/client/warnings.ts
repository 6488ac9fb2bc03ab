/** Returns the texts of the headers `Warning: 299 - "…"`, in order. */
export const readWarnings = (headers: Headers): string[] =>
  [...(headers.get('warning') ?? '').matchAll(/\b299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
    decoded(text.replace(/\\(.)/g, '$1')),
  );

/** The service encodes what is not ASCII. Other percent signs are those of the text, such as in a URN. */
const decoded = (text: string): string =>
  text.replace(/(?:%[89A-F][0-9A-F])+/g, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
