/** The colours of charts and pages, for light and dark. */
export const REPORT_COLOURS = `
:root{color-scheme:light dark;--ground:#fff;--panel:#f6f7f9;--ink:#1b1f24;--muted:#57606a;--line:#d0d7de;
--fitted:#0b5fd0;--pessimistic:#a8410a;--optimistic:#0b7a4b;--ribbon:#cfdef5;--hold:#6b7280;--buy:#0b7a4b;--sell:#c2331e;--convert:#7a3fb8;--gain:#2f7d5b;--loss:#c2331e;--warn:#8a5a00;--warnGround:#fff6dd}
@media (prefers-color-scheme:dark){:root{--ground:#0f1318;--panel:#171c23;--ink:#e6e9ee;--muted:#a2acb8;--line:#333c47;
--fitted:#6aa8ff;--pessimistic:#f0955c;--optimistic:#4cc38a;--ribbon:#223651;--hold:#98a2b3;--buy:#4cc38a;--sell:#ff7d6b;--convert:#c9a2ff;--gain:#4cae80;--loss:#ff7d6b;--warn:#f2c14e;--warnGround:#2c240f}}
`;

/** The one style sheet of a report, for light and dark, for phones, and for paper. */
export const REPORT_STYLE = `
${REPORT_COLOURS.trim()}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
header,main,footer{max-width:1040px;margin:0 auto;padding:0 20px}
h1{font-size:1.5rem;line-height:1.25;margin:28px 0 4px;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:40px 0 8px;padding-top:12px;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:26px 0 2px}
p,figcaption{color:var(--muted);margin:4px 0 10px}
.note,figcaption{font-size:.87rem}
a{color:var(--fitted)}
nav ul{display:flex;flex-wrap:wrap;gap:2px 16px;list-style:none;margin:10px 0 0;padding:0;font-size:.9rem}
.warnings{background:var(--warnGround);border-left:4px solid var(--warn);padding:10px 16px;margin:18px 0}
.warnings h2{border:0;margin:0;padding:0;font-size:1rem;color:var(--warn)}
.warnings ul{margin:4px 0 0;padding-left:20px}
.scroll{overflow-x:auto;margin:10px 0}
table{border-collapse:collapse;min-width:min(100%,520px);font-size:.9rem}
th,td{padding:4px 10px;text-align:right;border-bottom:1px solid var(--line);vertical-align:top;white-space:nowrap}
th:first-child{text-align:left;padding-left:0;white-space:normal;min-width:9em}
tbody th{font-weight:400}
thead th{color:var(--muted);font-weight:600}
tbody th.group{font-weight:600;padding-top:18px}
td.loss{color:var(--loss)}
td.none{color:var(--muted)}
table.bands{font-size:1rem}
table.bands td:nth-of-type(2){font-weight:600}
table.metrics,table.bands{width:100%}
table.pairs{font-size:.8rem;width:100%}
table.pairs th:first-child{min-width:12em}
table.months td,table.months th{padding:4px 6px}
table.months th:first-child{min-width:3.5em}
table.months .total{font-weight:600}
code{font-size:.78rem;color:var(--muted);font-family:ui-monospace,monospace}
.bar{display:block;width:100%;min-width:70px;height:4px;margin-top:3px}
.bar span{display:block;height:4px;margin-left:auto;background:var(--fitted);border-radius:2px}
figure{margin:0}
svg{display:block;width:100%;height:auto}
svg text{font:12px system-ui,sans-serif}
.narrow{display:none}
.legend{display:flex;flex-wrap:wrap;gap:0 16px;list-style:none;margin:0 0 2px;padding:0;font-size:.85rem;color:var(--muted)}
.key{display:inline-block;width:18px;height:0;margin-right:6px;vertical-align:middle;border-top:2.5px solid var(--c)}
.key.dashed{border-top-style:dashed}
.key.area,.key.bar{height:11px;width:14px;min-width:0;margin-top:0;border:0;background:var(--c);border-radius:2px}
.key.up,.key.down{width:0;border:5px solid transparent;border-top:0;border-bottom:9px solid var(--c)}
.key.down{border-bottom:0;border-top:9px solid var(--c)}
.key.diamond{width:9px;height:9px;margin:0 8px 0 2px;border:0;background:var(--c);transform:rotate(45deg)}
.inputs{display:grid;grid-template-columns:max-content 1fr;gap:2px 18px;font-size:.9rem}
.inputs dt{color:var(--muted)}
.inputs dd{margin:0;overflow-wrap:anywhere}
details{margin:12px 0;font-size:.9rem}
summary{cursor:pointer;color:var(--muted)}
footer{color:var(--muted);font-size:.85rem;padding-top:30px;padding-bottom:40px}
@media (max-width:640px){body{font-size:14px}header,main,footer{padding:0 10px}.wide{display:none}.narrow{display:block}
table{font-size:.82rem;min-width:0}th,td{padding:4px 4px}thead th{white-space:normal}th:first-child{min-width:5.8em}table.bands,table.metrics{font-size:.74rem}table.bands th,table.bands td,table.metrics th,table.metrics td{padding:4px 2px}table.metrics th:first-child,table.bands th:first-child{min-width:5em}table.metrics code{display:none}
.inputs{grid-template-columns:1fr}.inputs dd{margin-bottom:6px}}
@media print{:root{--ground:#fff;--panel:#fff;--ink:#000;--muted:#444;--line:#bbb;--fitted:#0b5fd0;--pessimistic:#a8410a;--optimistic:#0b7a4b;--ribbon:#cfdef5;--hold:#6b7280;--buy:#0b7a4b;--sell:#c2331e;--convert:#7a3fb8;--gain:#2f7d5b;--loss:#c2331e;--warn:#8a5a00;--warnGround:#fff}
body{font-size:10.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}nav{display:none}.wide{display:block!important}.narrow{display:none!important}
figure,tr,.warnings{break-inside:avoid}h2,h3{break-after:avoid}.scroll{overflow:visible}}
`;
