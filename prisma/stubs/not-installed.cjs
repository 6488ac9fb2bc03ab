const { version } = require('prisma/package.json');

/**
 * Stands for a package that only one command of Prisma uses: `dev` and `studio` bring 72 packages and 119 MB, and nothing
 * here runs them. Whatever is called of it tells how to have the command.
 */
module.exports = (command) => {
  const refuse = () => {
    throw new Error(
      `\`prisma ${command}\` is not installed with the catalog. In an empty folder, run: npx prisma@${version} ${command}`,
    );
  };
  // Prisma copies a module's own members when it loads, and reads the others from its prototype.
  return Object.create(new Proxy({}, { get: () => refuse }));
};
