import { useState } from 'react';
import { CLIENTS_VIEW_KEY } from '../../device/keys.ts';
import { deviceStorage } from '../../device/storage.ts';

export type ClientsView = 'table' | 'cards';

/** How the list of clients looks, as last chosen on this device. */
export function useClientsView(): [ClientsView, (view: ClientsView) => void] {
  const [view, setView] = useState<ClientsView>(() =>
    deviceStorage.read(CLIENTS_VIEW_KEY) === 'cards' ? 'cards' : 'table',
  );
  const choose = (chosen: ClientsView) => {
    deviceStorage.write(CLIENTS_VIEW_KEY, chosen);
    setView(chosen);
  };
  return [view, choose];
}
