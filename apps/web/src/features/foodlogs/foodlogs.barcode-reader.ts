import { barcodeOf } from '@stridewell/contract/foods/foods.barcode.rules';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** The reader’s name for a shortened UPC, whose digits may be an EAN-8 as well. */
const UPC_E = 'UPCE';

/** Sets where the compiled reader is: without an address, the library would ask its maker’s server. */
export const prepareReader = (overrides: NonNullable<Parameters<typeof prepareZXingModule>[0]>['overrides']): void =>
  void prepareZXingModule({ overrides });

/** The code of the pack in a picture, or null. */
export async function readBarcode(picture: ImageData): Promise<string | null> {
  const found = await readBarcodes(picture, {
    formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE'],
    tryHarder: true,
    maxNumberOfSymbols: 1,
  });
  const [one] = found.filter(({ isValid }) => isValid);
  return one ? barcodeOf(one.text, one.format === UPC_E ? 'upc_e' : undefined) : null;
}
