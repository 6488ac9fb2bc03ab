// Sets the chosen theme before the first paint. The program is a module, which runs after it.
{
  const theme = localStorage.getItem('catalog-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
