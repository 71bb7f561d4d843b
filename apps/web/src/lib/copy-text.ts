import { toast } from './toasts.ts';

/** Copies a text and says so. `advice` is for browsers that do not allow it. */
export function copyText(text: string, copied: string, advice: string): void {
  void navigator.clipboard.writeText(text).then(
    () => toast.success(copied),
    () => toast.error('Copying is not allowed here', advice),
  );
}
