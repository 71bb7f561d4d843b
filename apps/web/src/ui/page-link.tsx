import { type ComponentProps, createContext, useContext } from 'react';

/** Opens a page of the app without reloading it. Null on the public site, where the browser follows links. */
export const PageNavigation = createContext<((href: string) => void) | null>(null);

type PageLinkProps = ComponentProps<'a'> & { href: string };

/** A link to a page, for parts that the app and the public site show. */
export function PageLink({ href, onClick, ...anchor }: PageLinkProps) {
  const open = useContext(PageNavigation);
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (!open || !isPlain || event.defaultPrevented) return;
        event.preventDefault();
        open(href);
      }}
    />
  );
}
