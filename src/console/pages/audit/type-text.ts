/** @returns as in "Create access token" */
export const typeText = (type: string): string => {
  const words = type.replace(/Event$/, '').replace(/(?!^)([A-Z])/g, ' $1');
  return words[0] + words.slice(1).toLowerCase();
};
