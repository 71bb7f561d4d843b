import { useEffect } from 'react';
import { product } from './product.ts';

/** Names the page in the browser's tab for as long as it is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product.name}`;
    return () => {
      document.title = product.name;
    };
  }, [title]);
}
