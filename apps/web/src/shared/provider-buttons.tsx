import { product } from '../lib/product.ts';
import { late } from '../ui/late.tsx';
import type { ProviderListProps } from './provider-list.tsx';

const ProviderList = late<ProviderListProps>(async () => (await import('./provider-list.tsx')).ProviderList);

/** Buttons for signing in with the configured providers. Without one, nothing is rendered or loaded. */
export const ProviderButtons = (props: ProviderListProps) =>
  product.signInProviders.length > 0 && <ProviderList {...props} />;
