import { useEffect } from 'react';

/** Keeps what an editor has not saved when the page goes away, is hidden, or shows something else. */
export function useKeep(editor: { keep: () => void }): void {
  useEffect(() => {
    const keep = () => editor.keep();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [editor]);
}
