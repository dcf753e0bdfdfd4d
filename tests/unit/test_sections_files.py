"""Files of other programs, written here in their documented formats, and what is said of broken ones."""

import sys

import numpy as np
import pytest

from mbfe import ModelError, Section, sections

STEEL = {"E": 210e9, "nu": 0.3, "density": 7850.0}
A = Section.channel(width=0.1, height=0.2, flange=0.0085, web=0.0056, **STEEL).rotate(0.3).shift(0.02, 0.01)
B = Section.box(width=0.1, height=0.2, thickness=0.005, **STEEL).shift(0.03, 0.0)


def rows(matrix, form="{:20.10E}", between=" "):
    return "\n".join(between.join(form.format(value) for value in row) for row in matrix) + "\n"


def same(section, expected):
    scale = np.sqrt(np.outer(np.diag(expected.stiffness), np.diag(expected.stiffness)))
    np.testing.assert_allclose(section.stiffness / scale, expected.stiffness / scale, atol=1e-9)
    np.testing.assert_allclose(section.mass, expected.mass, rtol=1e-8, atol=1e-9)


def write(tmp_path, text):
    file = tmp_path / "input.dat"
    file.write_text(text, encoding="utf-8")
    return file


# ------------------------------------------------------------------------------- VABS and BECAS


def vabs_text(damping=""):
    bar = "\n ========================================================\n\n"
    K, M = A.to_matrices(order="vabs")
    at_center = A.shift(*A.mass_center).mass
    text = "\n The 6X6 Mass Matrix" + bar + rows(M)
    text += "\n The Mass Center of the Cross Section" + bar + "  Xm2 = 0.02\n"
    text += "\n The 6X6 Mass Matrix at the Mass Center" + bar + rows(at_center)
    text += "\n Classical Stiffness Matrix (1-extension; 2-twist; 3,4-bending)" + bar + rows(np.eye(4))
    title = "\n Timoshenko {} Matrix (1-extension; 2,3-shear, 4-twist; 5,6-bending)"
    text += title.format("Stiffness") + bar + rows(K) + title.format("Compliance") + bar + rows(np.eye(6))
    return text + (title.format("Damping") + bar + damping if damping else "")


def test_vabs(tmp_path):
    stations, (section,) = sections.read(write(tmp_path, vabs_text()), format="vabs")
    same(section, A)
    np.testing.assert_array_equal(stations, [0.0])
    assert not section.damping.any()


def test_vabs_with_fortran_exponents_and_damping(tmp_path):
    text = vabs_text(rows(0.01 * A.stiffness)).replace("E+", "D+").replace("E-", "d-")
    (section,) = sections.read(write(tmp_path, text), format="vabs").sections
    np.testing.assert_allclose(section.damping, 0.01 * A.stiffness, rtol=1e-8, atol=1e-6)


def test_becas(tmp_path):
    K, M = A.to_matrices(order="becas")
    text = "*** BECAS 2.3 ***\n\nStiffness matrix w.r.t. to the cross section reference point \nK=\n"
    text += rows(K, "{:19.12g}", "\t")
    text += "\nCompliance matrix w.r.t. to the cross section reference point \nF=\n"
    text += rows(np.linalg.inv(K), "{:19.12g}", "\t")
    text += "\nMass matrix w.r.t. to the cross section reference point \nM=\n" + rows(M, "{:19.12g}", "\t")
    text += "\nShear center;\nShearX=0.1 \nShearY=0.2 \n"
    same(sections.read(write(tmp_path, text), format="becas").sections[0], A)


# ------------------------------------------------------------------------------- BeamDyn


def beamdyn_text(mu=(0.001,) * 6, damped=1, count=2):
    text = " ------- BEAMDYN V1.00.* INDIVIDUAL BLADE INPUT FILE --------------------------\n Test\n"
    text += " ---------------------- BLADE PARAMETERS --------------------------------------\n"
    text += f"  {count}   station_total    - Number of blade input stations (-)\n"
    text += f"  {damped}   damp_type        - Damping type (switch): 0: no damping; 1: damped\n"
    text += "  ---------------------- DAMPING COEFFICIENT------------------------------------\n"
    text += "   mu1        mu2        mu3        mu4        mu5        mu6\n"
    text += "   (-)        (-)        (-)        (-)        (-)        (-)\n"
    text += " ".join(f"{value:.3E}" for value in mu) + "\n"
    text += " ---------------------- DISTRIBUTED PROPERTIES---------------------------------\n"
    for eta, section in ((0.0, A), (1.0, B)):
        K, M = section.to_matrices(order="beamdyn")
        text += f"  {eta:.6f}\n" + rows(K) + "\n" + rows(M) + "\n"
    return text


def test_beamdyn(tmp_path):
    stations, (root, tip) = sections.read(write(tmp_path, beamdyn_text()), format="beamdyn")
    np.testing.assert_array_equal(stations, [0.0, 1.0])
    same(root, A)
    same(tip, B)
    np.testing.assert_allclose(tip.damping, 1e-3 * tip.stiffness, rtol=1e-8, atol=1e-6)
    assert not sections.read(write(tmp_path, beamdyn_text(damped=0)), format="beamdyn")[1][0].damping.any()
    assert sections.interpolate(stations, [root, tip])(0.5).mass_per_length == pytest.approx(
        0.5 * (A.mass_per_length + B.mass_per_length)
    )


def test_beamdyn_with_a_block_of_modal_damping(tmp_path):
    """OpenFAST since version 4: other headings, and modal damping between the μ and the stations."""
    modal = "------ Modal Damping [used only if damp_type=2] ------\n6 n_modes - Number of modes (-)\n"
    modal += "0.01 0.02 0.03 0.04 0.05 0.06 zeta - Damping coefficients\n------ Distributed Properties ------"
    old = " ---------------------- DISTRIBUTED PROPERTIES---------------------------------"
    file = write(tmp_path, beamdyn_text().replace(old, modal))
    (root, tip) = sections.read(file, format="beamdyn").sections
    same(root, A)
    np.testing.assert_allclose(tip.damping, 1e-3 * tip.stiffness, rtol=1e-8, atol=1e-6)


def test_unequal_damping_of_beamdyn_keeps_its_diagonal(tmp_path):
    """μ S ε̇ with μ in BeamDyn's order x, y, z, of which ours are z, x, y."""
    mu = np.array([1e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3])
    root = sections.read(write(tmp_path, beamdyn_text(mu)), format="beamdyn").sections[0]
    ours = mu[[2, 0, 1, 5, 3, 4]]
    np.testing.assert_allclose(np.diag(root.damping), ours * np.diag(A.stiffness), rtol=1e-8)
    assert np.linalg.eigvalsh(root.damping)[0] > 0


# ------------------------------------------------------------------------------- HAWC2


def hawc2_text(columns):
    other = " ".join(["1.0"] * len(columns[0]))
    lines = ["1 ; number of sets, Nset", "-" * 40, "#1 ; first set", "r m x_cg", "$1 1 stiff", other]
    lines += ["#2 ; second set", "$1 1", other]
    lines += [f"$2 {len(columns)} flexible"] + [" ".join(f"{value:.13e}" for value in row) for row in columns]
    return "\n".join(lines) + "\n"


def test_hawc2_with_full_matrices(tmp_path):
    """K about the elastic centre in axes turned by the pitch; our y, z are HAWC2's x, y."""
    part, pitch = B.rotate(0.1), np.radians(12.0)
    center = part.tension_center
    K, _ = part.shift(*center).rotate(pitch).to_matrices(order="hawc2")
    J = part.shift(*center).rotate(pitch).inertia / part.mass_per_length
    row = [3.5, part.mass_per_length, *part.mass_center, np.sqrt(J[1, 1]), np.sqrt(J[2, 2]), 12.0, *center]
    stations, (section,) = sections.read(
        write(tmp_path, hawc2_text([[*row, *K[np.triu_indices(6)]]])), format="hawc2", subset=(2, 2)
    )
    assert stations == [3.5]
    same(Section(section.stiffness, part.mass), part)
    np.testing.assert_allclose(section.mass_center, part.mass_center, rtol=1e-9)
    assert section.inertia[0, 0] == pytest.approx(part.inertia[0, 0], rel=1e-9)


def test_hawc2_with_constants(tmp_path):
    b, h, E, G = 0.3, 0.1, 70e9, 27e9
    area, Ix, Iy, J = b * h, b * h**3 / 12, h * b**3 / 12, 1e-4
    row = [0.0, 81.0, 0.05, 0.01, h / 12**0.5, b / 12**0.5, 0.02, 0.0, E, G, Ix, Iy, J]
    row += [0.8, 0.7, area, 0.0, 0.05, 0.01]
    (section,) = sections.read(write(tmp_path, hawc2_text([row])), format="hawc2", subset=(2, 2)).sections
    np.testing.assert_allclose(section.tension_center, [0.05, 0.01], rtol=1e-9)
    np.testing.assert_allclose(section.shear_center, [0.02, 0.0], rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(np.diag(section.bending_stiffness), [E * Ix, E * Iy], rtol=1e-9)
    np.testing.assert_allclose(np.diag(section.shear_stiffness), [0.8 * G * area, 0.7 * G * area], rtol=1e-9)
    assert section.torsion_stiffness == pytest.approx(G * J, rel=1e-9)
    inertia = np.diag(section.central_inertia)
    np.testing.assert_allclose(inertia[1:], [81 * h**2 / 12, 81 * b**2 / 12], rtol=1e-9)


# ------------------------------------------------------------------------------- windIO


def windio_data():
    upper = np.triu_indices(6)
    K, M = zip(*(section.to_matrices(order="beamdyn") for section in (A, B)), strict=True)
    block = {
        "reference_axis": {"x": {"grid": [0, 1], "values": [0, 0]}},
        "stiff_matrix": {"grid": [0.0, 1.0], "values": [k[upper].tolist() for k in K]},
        "inertia_matrix": {"grid": [0.0, 1.0], "values": [m[upper].tolist() for m in M]},
    }
    return {"components": {"blade": {"elastic_properties_mb": {"six_x_six": block}}}}


def test_windio():
    stations, (root, tip) = sections.from_windio(windio_data())
    np.testing.assert_array_equal(stations, [0.0, 1.0])
    same(root, A)
    same(tip, B)


def test_windio_with_names():
    K, M = A.to_matrices(order="beamdyn")
    stiffness = {f"K{i + 1}{j + 1}": [K[i, j]] * 2 for i in range(6) for j in range(i, 6) if K[i, j]}
    x, y = A.mass_center
    names = {"mass": M[0, 0], "cm_x": x, "cm_y": y, "i_edge": M[3, 3], "i_flap": M[4, 4], "i_cp": -M[3, 4]}
    inertia = {name: [value] * 2 for name, value in names.items()}
    grid = {"grid": [0.0, 1.0]}
    data = {"structure": [{"stiffness_matrix": stiffness | grid, "inertia_matrix": inertia | grid}]}
    same(sections.from_windio(data).sections[1], A)


def test_windio_needs_a_reader_of_yaml(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ModelError, match="pip install pyyaml"):
        sections.read(write(tmp_path, "a: 1"), format="windio")


# ------------------------------------------------------------------------------- manners of writing


def test_exponents_of_three_digits_and_small_entries(tmp_path):
    """Fortran drops the E where an exponent has three digits: 1.5-103."""
    text = vabs_text().replace(" 0.0000000000E+00", "  1.5000000000-103")
    assert "-103" in text
    same(sections.read(write(tmp_path, text), format="vabs").sections[0], A)


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_codings_and_ends_of_lines(tmp_path, coding, end):
    for format, text in FILES.items():
        file = tmp_path / format
        file.write_bytes((text + "\n").replace("\n", end).encode(coding))
        found = sections.read(file, format=format, subset=(2, 2)).sections[0]
        plain = sections.read(write(tmp_path, text), format=format, subset=(2, 2)).sections[0]
        np.testing.assert_array_equal(found.stiffness, plain.stiffness)
        np.testing.assert_array_equal(found.mass, plain.mass)


@pytest.mark.parametrize("mark", ["row {}: ", "[[", "[", ""])
def test_anba4(tmp_path, mark):
    """Dense matrices as PETSc's viewer and NumPy print them."""
    K, M = A.to_matrices(order="anba4")
    brackets = mark.startswith("[")
    text = "Mat Object: 1 MPI process\n  type: seqdense\n"
    for matrix in (K, M):
        lines = rows(matrix, "{:.16e}").splitlines()
        text += "\n".join(f"[{line}]" if brackets else line for line in lines) + "\nMat Object:\n"
    same(sections.read(write(tmp_path, text), format="anba4").sections[0], A)
    with pytest.raises(ModelError, match="5 rows of six"):
        sections.read(write(tmp_path, rows(K[:5])), format="anba4")


def test_notes_of_a_st_file_are_no_rows(tmp_path):
    """As many rows as $ says; comments behind numbers and below."""
    row = [0.0, 81.0, 0.05, 0.01, 0.03, 0.09, 0.02, 0.0, 70e9, 27e9, 2.5e-5, 2e-4, 1e-4, 0.8, 0.7, 0.03, 0.0]
    text = hawc2_text([[*row, 0.05, 0.01], [*row, 0.05, 0.01]])
    clean = sections.read(write(tmp_path, text), format="hawc2", subset=(2, 2))
    noted = text.replace("1.0000000000000e-02\n", "1.0000000000000e-02 ; a note of 2 words\n").replace(
        " ", "\t"
    )
    noted += "1 2 3\n" + "-" * 20 + "\nwritten in 2020\n"
    found = sections.read(write(tmp_path, noted), format="hawc2", subset=(2, 2))
    assert len(found.sections) == 2
    np.testing.assert_array_equal(found.sections[1].stiffness, clean.sections[1].stiffness)


def test_windio_of_several_components():
    blade = windio_data()["components"]["blade"]
    tower = {"six_x_six": windio_data()["components"]["blade"]["elastic_properties_mb"]["six_x_six"]}
    tower["six_x_six"]["stiff_matrix"]["values"].reverse()
    tower["six_x_six"]["inertia_matrix"]["values"].reverse()
    data = {"components": {"tower": tower, "blade": blade}}
    same(sections.from_windio(data).sections[0], A)
    same(sections.from_windio(data, component="tower").sections[0], B)
    with pytest.raises(ModelError, match=r"(?s)several parts.*components.tower.*component="):
        sections.from_windio({"components": {"tower": tower, "nacelle": blade}})


def test_numbers_of_yaml_without_a_point(tmp_path):
    """Yaml takes 1e+10 for a text; it is a number here."""
    data = windio_data()
    block = data["components"]["blade"]["elastic_properties_mb"]["six_x_six"]
    block["stiff_matrix"]["values"] = [[f"{x:.17e}" for x in row] for row in block["stiff_matrix"]["values"]]
    same(sections.from_windio(data).sections[0], A)
    block["stiff_matrix"]["values"][1][3] = "soft"
    with pytest.raises(ModelError, match=r"stiff_matrix: values, row 2"):
        sections.from_windio(data)


BECAS = "\n".join(
    f"{what} matrix w.r.t. to the cross section reference point\n{name}=\n{rows(matrix)}"
    for what, name, matrix in zip(("Stiffness", "Mass"), "KM", A.to_matrices(order="becas"), strict=True)
)
FILES = {
    "vabs": vabs_text(), "becas": BECAS, "beamdyn": beamdyn_text(),
    "anba4": "".join(rows(matrix) for matrix in A.to_matrices(order="anba4")),
    "hawc2": hawc2_text([[
        0.0, 81.0, 0.05, 0.01, 0.03, 0.09, 0.02, 0.0, 70e9, 27e9, 2.5e-5, 2e-4, 1e-4, 0.8, 0.7, 0.03, 0.0,
        0.05, 0.01
    ]]),
}  # fmt: skip


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("format", "text", "words"),
    [
        ("ansys", "", ["'ansys'", "'vabs'", "'beamdyn'"]),
        ("vabs", "nothing", ["input.dat", "The 6X6 Mass Matrix"]),
        ("vabs", vabs_text().replace("Timoshenko Stiffness", "Vlasov Stiffness"), ["Timoshenko Stiffness"]),
        ("becas", "Stiffness matrix w.r.t. to the reference point\nK=\n1 2 3\n", ["line 4", "0 rows of six"]),
        ("beamdyn", "x", ["station_total", "blade input file"]),
        ("beamdyn", beamdyn_text(damped=2), ["damp_type is 2", "0 (none)"]),
        ("beamdyn", beamdyn_text(count=3), ["146 numbers", "219"]),
        ("beamdyn", beamdyn_text(mu=(-1.0,) * 6), ["mu", "none negative"]),
        ("hawc2", "#1\n$1 1\n1 2 3\n", ["line 3", "set #1 $1", "19 columns"]),
        (
            "hawc2",
            hawc2_text([[1.0] * 19]).replace("stiff\n1.0", "stiff\n1.0e+0O"),
            ["line 6", "1.0e+0O"],
        ),
        ("hawc2", hawc2_text([[1.0] * 19]).replace("$1 1 stiff", "$1 2 stiff"), ["1 rows", "2 rows"]),
        ("beamdyn", beamdyn_text().replace("mu1", "mu1\n 1.x"), ["line 8", "'1.x' is none"]),
        ("beamdyn", beamdyn_text().replace("2   station_total", "two   station_total"), ["line 4", "'two'"]),
        ("windio", "a: [1, 2", ["line 1", "no yaml"]),
        ("windio", "a: 1", ["no stiff_matrix"]),
    ],
)
def test_refusals(tmp_path, format, text, words):
    with pytest.raises(ModelError) as caught:
        sections.read(write(tmp_path, text), format=format)
    for word in words:
        assert word in str(caught.value)


def test_errors_name_the_station_and_the_file(tmp_path):
    head, tail = beamdyn_text().split("1.000000\n")
    number = tail.split()[0]
    file = write(tmp_path, head + "1.000000\n" + tail.replace(number, "-1.0", 1))
    with pytest.raises(ModelError, match=r"input\.dat.*station 2.*stiffness"):
        sections.read(file, format="beamdyn")
    with pytest.raises(ModelError, match="cannot be read"):
        sections.read(tmp_path / "none.K", format="vabs")
    data = windio_data()
    data["components"]["blade"]["elastic_properties_mb"]["six_x_six"]["inertia_matrix"]["grid"] = [0.0, 0.9]
    with pytest.raises(ModelError, match="different grids"):
        sections.from_windio(data)
    with pytest.raises(ModelError, match="no stiff_matrix"):
        sections.from_windio({"components": {}})


def keys_of(data, path=()):
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from keys_of(data[key], (*path, key))


ODD = [None, "x", float("nan"), 10**400, True, [], [[]], {}, {"grid": [0, 1]}, object(), 1j, b"x"]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_windio_with_odd_values_anywhere(odd):
    for path in keys_of(windio_data()):
        data = windio_data()
        part = data
        for key in path[:-1]:
            part = part[key]
        if path:
            part[path[-1]] = odd
        message = "blade.yaml"
        try:
            found = sections.from_windio(data if path else odd, where="blade.yaml")
            assert all(np.isfinite(one.stiffness).all() and np.isfinite(one.mass).all() for one in found[1])
        except ModelError as error:
            message = str(error) if error.allowed or error.remedy else ""
        assert "blade.yaml" in message


def test_windio_of_aliases_within_aliases(tmp_path):
    """A tree of some lines that written out would have 10⁹ numbers, and one that holds itself."""
    lines = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    for one, other in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{other}: &{other} [{', '.join(['*' + one] * 9)}]")
    wrong = "{stiff_matrix: {grid: *i, values: *i}, inertia_matrix: {grid: *i, values: *i}}"
    text = "\n".join([*lines, f"blade: {wrong}"])
    with pytest.raises(ModelError, match="blade: grid") as caught:
        sections.read(write(tmp_path, text), format="windio")
    assert len(str(caught.value)) < 500
    with pytest.raises(ModelError, match="no stiff_matrix"):
        sections.read(write(tmp_path, "a: &a [*a, *a]"), format="windio")
    # the aliases that SONATA writes, one grid for all
    data = windio_data()
    grid = data["components"]["blade"]["elastic_properties_mb"]["six_x_six"]["stiff_matrix"]["grid"]
    data["components"]["blade"]["elastic_properties_mb"]["six_x_six"]["inertia_matrix"]["grid"] = grid
    same(sections.from_windio(data).sections[0], A)
