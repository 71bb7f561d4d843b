import { Store } from '../lib/store.ts';

/** Whether the dialog that adds clients is open. Any screen of a coach opens it in place. */
class AddingClient extends Store<boolean> {
  readonly open = (): void => this.set(true);
  readonly close = (): void => this.set(false);
}

export const addingClient = new AddingClient(false);
