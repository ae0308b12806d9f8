// Styles that come later than the board's own: each is fetched once.
const asked = new Map<string, Promise<void>>();

export function addStyle(href: string): Promise<void> {
  const there = asked.get(href) ?? fetched(href);
  asked.set(href, there);
  return there;
}

function fetched(href: string): Promise<void> {
  return new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      asked.delete(href);
      failed(new Error(href));
    };
    document.head.append(link);
  });
}
