/** @returns as in "Create access token" */
export const typeText = (type: string): string => {
  const words = type.replace(/Event$/, '').replace(/(?!^)([A-Z])/g, ' $1');
  return words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase();
};
