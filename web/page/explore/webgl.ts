// Draws a mesh by WebGL, without a library.
import type { Mesh } from "./mesh.ts";

const vertexSource = `
attribute vec3 at; attribute vec3 colour;
uniform mat4 matrix;
varying vec3 shown; varying vec3 place;
void main() { gl_Position = matrix * vec4(at, 1.0); shown = colour; place = at; }`;

// The slope of each facet, from how its points change from pixel to pixel, gives it its light.
const fragmentSource = `
#extension GL_OES_standard_derivatives : enable
precision mediump float;
varying vec3 shown; varying vec3 place;
uniform float light;
void main() {
    float bright = 1.0;
    if (light > 0.5) bright = 0.62 + 0.38 * abs(normalize(cross(dFdx(place), dFdy(place))).z);
    gl_FragColor = vec4(shown * bright, 1.0);
}`;

export interface Drawing {
    show(mesh: Mesh): void;
    draw(matrix: Float32Array, edge: readonly [number, number, number]): void;
    close(): void;
}

function compile(gl: WebGLRenderingContext): WebGLProgram | null {
    const program = gl.createProgram();
    for (const [type, source] of [
        [gl.VERTEX_SHADER, vertexSource],
        [gl.FRAGMENT_SHADER, fragmentSource],
    ] as const) {
        const shader = gl.createShader(type);
        if (!shader || !program) return null;
        gl.shaderSource(shader, source.trim());
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}

/** null if this browser has no WebGL or has disabled it. */
export function openDrawing(canvas: HTMLCanvasElement): Drawing | null {
    const gl = canvas.getContext("webgl", { antialias: true, alpha: true, premultipliedAlpha: true });
    if (!gl || !gl.getExtension("OES_standard_derivatives") || !gl.getExtension("OES_element_index_uint")) return null;
    const program = compile(gl);
    const corners = gl.createBuffer();
    const triangles = gl.createBuffer();
    const lines = gl.createBuffer();
    if (!program || !corners || !triangles || !lines) return null;
    const [at, colour] = [gl.getAttribLocation(program, "at"), gl.getAttribLocation(program, "colour")];
    const [matrixAt, lightAt] = [gl.getUniformLocation(program, "matrix"), gl.getUniformLocation(program, "light")];
    let count = { triangles: 0, lines: 0 };
    gl.useProgram(program);
    gl.enable(gl.DEPTH_TEST);
    gl.enableVertexAttribArray(at);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    return {
        show(mesh) {
            gl.bindBuffer(gl.ARRAY_BUFFER, corners);
            gl.bufferData(gl.ARRAY_BUFFER, mesh.corners, gl.STATIC_DRAW);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
            gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
            gl.bindBuffer(gl.ARRAY_BUFFER, lines);
            gl.bufferData(gl.ARRAY_BUFFER, mesh.lines, gl.STATIC_DRAW);
            count = { triangles: mesh.triangles.length, lines: mesh.lines.length / 3 };
        },
        draw(matrix, edge) {
            gl.viewport(0, 0, canvas.width, canvas.height);
            gl.clearColor(0, 0, 0, 0);
            gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
            gl.uniformMatrix4fv(matrixAt, false, matrix);
            gl.uniform1f(lightAt, 0);
            gl.bindBuffer(gl.ARRAY_BUFFER, lines);
            gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 12, 0);
            gl.disableVertexAttribArray(colour);
            gl.vertexAttrib3f(colour, ...edge);
            gl.drawArrays(gl.LINES, 0, count.lines);
            gl.uniform1f(lightAt, 1);
            gl.bindBuffer(gl.ARRAY_BUFFER, corners);
            gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 24, 0);
            gl.enableVertexAttribArray(colour);
            gl.vertexAttribPointer(colour, 3, gl.FLOAT, false, 24, 12);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
            gl.drawElements(gl.TRIANGLES, count.triangles, gl.UNSIGNED_INT, 0);
        },
        close() {
            for (const buffer of [corners, triangles, lines]) gl.deleteBuffer(buffer);
            gl.deleteProgram(program);
        },
    };
}
