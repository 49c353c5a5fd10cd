import { strToU8, zipSync, type Zippable } from 'fflate';

/** Files as office programs write them, with as few parts as readers need. */
const zipped = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])) satisfies Zippable);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const relations = (...targets: Array<[type: string, target: string]>) =>
  `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const types = (...overrides: Array<[part: string, type: string]>) =>
  `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;
const core = (title: string) =>
  `${XML}<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`;

/** @param body of the document, as WordprocessingML */
export const wordFile = (body: string, title = 'Rules of the harbour'): Uint8Array =>
  zipped({
    '[Content_Types].xml': types(
      ['/word/document.xml', 'wordprocessingml.document.main'],
      ['/word/styles.xml', 'wordprocessingml.styles'],
    ),
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/document.xml': `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${XML}<w:styles xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'docProps/core.xml': core(title),
  });

export const wordParagraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const wordTable = (rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** @param sheets by name: the rows as SpreadsheetML. Style 1 is a date */
export const workbookFile = (sheets: Record<string, string>): Uint8Array => {
  const names = Object.keys(sheets);
  return zipped({
    '[Content_Types].xml': types(
      ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ...names.map((_, at): [string, string] => [`/xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet']),
    ),
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
    ),
    'xl/workbook.xml': `${XML}<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${OFFICE}/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  });
};

/** @param slides each as the shapes of DrawingML */
export const slidesFile = (...slides: string[]): Uint8Array =>
  zipped({
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at): [string, string] => ['slide', `slides/slide${slides.length - at}.xml`]),
    ),
    ...Object.fromEntries(
      slides.map((shapes, at) => [
        `ppt/slides/slide${slides.length - at}.xml`,
        `${XML}<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });

export const slideShape = (type: string, ...paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph${type && ` type="${type}"`}/></p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

export const openDocumentFile = (body: string): Uint8Array =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${XML}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="x"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });

export { zipped as zipFile };
